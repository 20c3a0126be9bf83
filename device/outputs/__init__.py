"""What the box shows, says and lights."""
