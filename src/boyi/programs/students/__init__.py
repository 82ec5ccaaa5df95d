"""What runs inside the child process of a student's file: never imported by Boyi's own process."""
