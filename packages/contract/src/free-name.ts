/** The wanted name, or the first of `name2`, `name3`, … that is not taken. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let n = 2; isTaken(name); n++) name = `${wanted}${n}`
  return name
}
