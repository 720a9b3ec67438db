plain-about = Noch ohne eigenes Brett: schlicht gezeichnet, gespielt wie die anderen.
