/** Code without lines that are comments, in any language. */
export function withoutComments(text: string): string {
  return text.replace(/^\s*(?:#(?!\{)|\/\/|--|;|%|\*|\/\*|REM\b).*$/gim, '')
}

/** Code without lines that begin with `#` or `//`: in settings the other marks begin values. */
export function withoutPlainComments(text: string): string {
  return text.replace(/^\s*(?:#|\/\/).*$/gm, '')
}
