/** Files of a browser that hold every login, by their names. */
export const BROWSER_LOGINS = /\b(?:Login Data|logins\.json|key[34]\.db|cookies\.sqlite|Cookies\.binarycookies)\b/
