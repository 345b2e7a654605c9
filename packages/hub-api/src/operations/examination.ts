import * as Type from 'typebox'
import { FINDING } from './problem.ts'
import { oneOf } from './text.ts'

/** What the scanner said of a package. */
const SCAN_REPORT = Type.Object(
  {
    verdict: oneOf(['pass', 'review', 'block']),
    risk: oneOf(['none', 'low', 'medium', 'high', 'critical']),
    findings: Type.Array(
      Type.Object(
        {
          ...FINDING.properties,
          effect: Type.String(),
          family: Type.String(),
          evidence: Type.Array(
            Type.Object({
              file: Type.String(),
              line: Type.Integer(),
              text: Type.String(),
              layers: Type.Array(Type.String()),
            }),
          ),
          suppressed: Type.Optional(Type.String({ description: 'The reason the author gives for allowing it.' })),
        },
        { title: 'ScanFinding' },
      ),
    ),
    complete: Type.Boolean(),
    files: Type.Integer(),
  },
  { title: 'ScanReport' },
)

const BUMP = oneOf(['major', 'minor', 'patch', 'none'])

const CONTRACT_CHANGE = Type.Object(
  {
    path: Type.String(),
    action: Type.Optional(Type.String()),
    direction: Type.Optional(oneOf(['input', 'output'])),
    reason: Type.String(),
    breaking: Type.Boolean(),
    bump: BUMP,
    witness: Type.Optional(Type.Unknown({ description: 'A value that shows it: any JSON.' })),
    caution: Type.Optional(Type.String()),
  },
  { title: 'ContractChange' },
)

/** How far a version is from the one before. */
const COMPARISON = Type.Object(
  {
    previous: Type.String(),
    required: BUMP,
    step: oneOf(['major', 'minor', 'patch', 'none', 'downgrade']),
    enough: Type.Boolean(),
    changes: Type.Array(CONTRACT_CHANGE),
    permissions: Type.Array(
      Type.Object(
        {
          permission: oneOf(['network', 'read', 'write', 'env', 'programs', 'tools']),
          added: Type.Array(Type.String()),
          removed: Type.Array(Type.String()),
        },
        { title: 'PermissionChange' },
      ),
    ),
  },
  { title: 'VersionComparison' },
)

/** The author's signature of a version: a DSSE envelope and the key. */
export const SIGNATURE = Type.Object(
  {
    envelope: Type.Object(
      {
        payloadType: Type.String(),
        payload: Type.String(),
        signatures: Type.Array(
          Type.Object({ keyid: Type.String(), sig: Type.String() }, { additionalProperties: true }),
        ),
      },
      { additionalProperties: true },
    ),
    public_key: Type.String({ description: 'PEM.' }),
  },
  { title: 'AuthorSignature' },
)

/** What the checks of the hub found out about a version. */
export const EXAMINATION = {
  findings: Type.Array(FINDING),
  scan: SCAN_REPORT,
  comparison: Type.Union([COMPARISON, Type.Null()]),
}
