/** Says in the title of the window which page this is. */
export function setTitle(page: string): void {
  document.title = `${page} · Skillwright`
}
