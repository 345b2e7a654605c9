/** A colour of the theme as it is shown now: its variable names one for light and one for dark. */
export function themeColour(variable: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
