/** Only for the user the program runs as: password hashes, private packages and keys are in there. */
export const PRIVATE_FILE = 0o600
/** The same for a folder. */
export const PRIVATE_FOLDER = 0o700
