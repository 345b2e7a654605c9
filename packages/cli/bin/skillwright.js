#!/usr/bin/env node
// A file that is there before the build: npm links commands when it installs, and dist/ is made after that.
import '../dist/main.js'
