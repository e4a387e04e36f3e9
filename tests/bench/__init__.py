"""Benchmarks: each prints ratios to something run beside it, and fails nothing."""
