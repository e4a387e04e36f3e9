"""The simulated table: pictures and perfect labels."""
