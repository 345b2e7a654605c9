import type { PackageFile } from './read-package.ts'

/** The files of a folder that was dropped, those of the folders in it included. */
export async function filesOfEntry(entry: FileSystemEntry, prefix = ''): Promise<PackageFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: `${prefix}${entry.name}`, bytes: new Uint8Array(await file.arrayBuffer()) }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const files: PackageFile[] = []
  // A folder is read some hundred entries at a time, until none is left.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return files
    for (const inner of entries) files.push(...(await filesOfEntry(inner, `${prefix}${entry.name}/`)))
  }
}

/** The files that were chosen in a dialog, a folder as a whole. */
export function filesOfList(list: FileList): Promise<PackageFile[]> {
  return Promise.all(
    [...list].map(async (file) => ({
      path: file.webkitRelativePath || file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  )
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
