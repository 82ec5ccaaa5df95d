"""The ladder of a class: bots that students upload, checked, then rated by games with each other."""
