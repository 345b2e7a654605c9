import { counted, type Finding, type Severity } from '@skillwright/contract'

/** How many findings there are of each severity: `1 error, 0 warnings, 2 infos`. */
export function severitySummary(findings: readonly Finding[]): string {
  const of = (wanted: Severity) => counted(findings.filter(({ severity }) => severity === wanted).length, wanted)
  return `${of('error')}, ${of('warning')}, ${of('info')}`
}
