/** Where a foreign MCP server is: a program of this machine, or an address. */
export type ForeignServer = { readonly command: string; readonly args: readonly string[] } | { readonly url: string }
