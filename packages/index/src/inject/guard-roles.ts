// What begins another speaker's turn in plain text. `User:` and its like are common in examples: only after an empty line,
// where a turn begins, do they count.
const ALWAYS = /^([ \t]*)(human|assistant)([ \t]*)[:：]/gimu
const AFTER_BLANK = /(^|\n[ \t]*\n)([ \t]*)(user|system|developer|model)([ \t]*)[:：]/giu
const BRACKETED = /\[(\s*\/?\s*(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|SYSTEM_PROMPT)\s*\])/gu

/** Takes the meaning from labels that begin a turn of the conversation: `Human:` on a line of its own, `[INST]`. Readers still see them. */
export function guardRoles(text: string): string {
  return text.replace(ALWAYS, '$1$2$3&#58;').replace(AFTER_BLANK, '$1$2$3$4&#58;').replace(BRACKETED, '&#91;$1')
}
