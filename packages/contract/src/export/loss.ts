/** One thing a contract says that the target it was exported to cannot. */
export interface Loss {
  /** JSON pointer into the action (`/input/properties/days/minimum`); into the contract when all actions are exported. */
  readonly pointer: string
  readonly keyword: string
  /** What became of it. */
  readonly how: string
}

/** A tool definition, and what it cannot express. Calls are checked against the full contract in any case. */
export interface ExportedTool<Tool> {
  readonly tool: Tool
  readonly losses: readonly Loss[]
}
