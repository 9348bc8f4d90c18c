"""Records of real hands: files to hands, and many hands at once."""
