plain-about = Noch kein eigenes Brett: Ein schlichtes wird gezeichnet.
