/** Text of at most so many UTF-16 units, whole characters alone; one that was cut ends in an ellipsis. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
