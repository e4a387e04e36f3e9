"""Picture sources behind one protocol: webcam, video file, folder of pictures, stream."""
