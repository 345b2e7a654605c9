/** The file that a skill is packed into where none is named. */
export function archiveName({ id, version }: { readonly id: string; readonly version: string | undefined }): string {
  const name = [id, version]
    .filter((part) => part !== undefined)
    .join('-')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/^[.-]+/, '')
  return `${name || 'skill'}.tgz`
}
