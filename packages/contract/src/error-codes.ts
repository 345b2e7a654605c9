/** What one error code means, to every reader of it. */
interface ErrorCodeEntry {
  readonly meaning: string
  /** HTTP status of an answer that carries it. */
  readonly status: number
  /** Exit code of a command that ends with it. */
  readonly exit: number
  /** True when the caller can do something and try again. */
  readonly recoverable: boolean
  readonly suggestedAction: string
  /** The name a skill uses for it on the stdin/stdout wire (document B), where that differs. */
  readonly wire?: string
}

/**
 * Every error code there is, of document A (skill responses), document B (the stdio wire) and our own.
 * Codes are API: added freely, never renamed. `docs/errors.md` has a line for each.
 */
export const ERROR_CODES = {
  // What the caller sent
  INVALID_INPUT: entry(
    'The input does not fit the contract.',
    400,
    2,
    true,
    'Check the parameter types and values against the contract.',
    'INVALID_PARAM',
  ),
  MISSING_REQUIRED_PARAM: entry(
    'A required parameter is absent.',
    400,
    2,
    true,
    'Add the missing parameter.',
    'MISSING_PARAM',
  ),
  PARAM_OUT_OF_RANGE: entry(
    'A parameter has the right type and a value outside its bounds.',
    400,
    2,
    true,
    'Use a value within the stated bounds.',
    'INVALID_PARAM',
  ),
  INVALID_JSON: entry('The text is not JSON.', 400, 2, true, 'Send one complete JSON value, UTF-8 encoded.'),
  UNKNOWN_ACTION: entry('The skill has no action of that name.', 404, 2, true, 'Use one of the supported actions.'),
  INVALID_CONTRACT: entry(
    'The contract document itself is wrong.',
    422,
    2,
    true,
    'Correct the places the findings name.',
  ),
  INCOMPATIBLE_VERSION: entry(
    'The caller was written for a contract version that cannot be migrated to this one.',
    409,
    2,
    true,
    'Write the call for the current contract version.',
  ),
  INCOMPATIBLE_HOST: entry(
    'The skill does not support the version of the host that runs it.',
    409,
    2,
    true,
    'Install a version of the skill that supports this host.',
  ),
  INPUT_TOO_LARGE: entry('The input is larger or deeper than the limit.', 413, 2, true, 'Send less at once.'),
  // Tools a skill uses
  TOOL_NOT_AVAILABLE: entry(
    'A tool or program that the skill needs is not there.',
    424,
    1,
    false,
    'Install or enable the tool.',
  ),
  TOOL_EXECUTION_FAILED: entry(
    'The skill or a tool it used ended with a failure.',
    502,
    1,
    false,
    'Read the details and the log of the run.',
  ),
  TOOL_TIMEOUT: entry(
    'The work was not finished within its time limit.',
    504,
    1,
    true,
    'Try again, ask for less, or allow more time.',
    'TIMEOUT',
  ),
  // Services outside
  SEARCH_API_ERROR: entry(
    'A search service answered with an error.',
    502,
    1,
    true,
    'Try again later.',
    'EXTERNAL_SERVICE_ERROR',
  ),
  FETCH_FAILED: entry(
    'Something could not be fetched.',
    502,
    1,
    true,
    'Check the address and try again.',
    'EXTERNAL_SERVICE_ERROR',
  ),
  EXTERNAL_SERVICE_ERROR: entry('A service the skill depends on failed.', 502, 1, true, 'Try again later.'),
  RATE_LIMIT_EXCEEDED: entry(
    'Too many calls in too short a time.',
    429,
    1,
    true,
    'Wait as long as retry_after_seconds says.',
  ),
  // Access and data
  PERMISSION_DENIED: entry(
    'The caller, or the skill, may not do this.',
    403,
    1,
    false,
    'Ask for the permission, or let the skill declare it.',
  ),
  AUTHENTICATION_REQUIRED: entry(
    'The caller has not shown who they are, or what they showed is not valid.',
    401,
    1,
    true,
    'Sign in, or send a valid token.',
  ),
  DATA_NOT_FOUND: entry('What was asked for does not exist.', 404, 1, false, 'Check the name.'),
  WITHDRAWN: entry('What was asked for existed and was taken back.', 410, 1, false, 'Use another version.'),
  CONFLICT: entry(
    'Something else is there already, or changed meanwhile.',
    409,
    1,
    false,
    'List what exists, and choose another name or version.',
  ),
  PUBLISH_REFUSED: entry(
    'The package does not meet the conditions for publishing.',
    422,
    1,
    true,
    'Correct what the findings name and publish again.',
  ),
  INTEGRITY_FAILED: entry(
    'The content is not what its digest, signature or log entry says.',
    422,
    1,
    false,
    'Do not use it; get it again, and report it when it happens again.',
  ),
  // What came back
  INVALID_OUTPUT: entry(
    'The skill answered with something its contract does not promise.',
    502,
    1,
    false,
    'Report it to the author of the skill.',
  ),
  OUTPUT_TOO_LARGE: entry('The answer is larger than the limit.', 502, 1, false, 'Ask for less at once.'),
  RESOURCE_LIMIT_EXCEEDED: entry(
    'The skill used more memory, processor time, disk or processes than it may.',
    502,
    1,
    false,
    'Ask for less at once, or raise the limit.',
  ),
  PARTIAL_SUCCESS: entry(
    'Some of the work succeeded and some did not.',
    207,
    1,
    true,
    'Read the errors and repeat what failed.',
  ),
  // The machinery
  CANCELLED: entry('The caller called it off.', 499, 130, true, 'Call again when it is wanted.'),
  SANDBOX_UNAVAILABLE: entry(
    'The host cannot contain the skill, and running it uncontained was not allowed.',
    503,
    1,
    false,
    'Install bubblewrap, or allow uncontained runs explicitly.',
  ),
  SERVICE_UNAVAILABLE: entry(
    'The service cannot answer for the moment: its database, disk or another part does not respond.',
    503,
    1,
    true,
    'Try again in a moment.',
  ),
  INTERRUPTED: entry(
    'The program that did the run stopped before it had ended, and the run was not begun again, since its contract does not say that repeating is safe.',
    503,
    1,
    true,
    'Find out how far it came, and call again when repeating is safe.',
  ),
  INTERNAL_ERROR: entry('Something failed that should not have: a bug.', 500, 70, false, 'Report it with the run id.'),
} as const satisfies Record<string, ErrorCodeEntry>

/** A code of the table. A skill may answer with codes of its own; those are plain strings. */
export type ErrorCode = keyof typeof ERROR_CODES

/** True for a code of the table. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}

// The first entry that carries a wire name is the one a plain wire code stands for: INVALID_PARAM reads as INVALID_INPUT.
const CODE_OF_WIRE_NAME = new Map<string, ErrorCode>()
for (const [code, { wire }] of Object.entries(ERROR_CODES)) {
  if (wire !== undefined && !isErrorCode(wire) && !CODE_OF_WIRE_NAME.has(wire))
    CODE_OF_WIRE_NAME.set(wire, code as ErrorCode)
}

/** Document A's name of a code of either document; a skill's own code as it is. */
export function responseCode(code: string): string {
  return CODE_OF_WIRE_NAME.get(code) ?? code
}

/** What a code means, by either document's name; a skill's own code is a failure of the skill that repeating does not help. */
export function errorEntry(code: string): ErrorCodeEntry {
  const known = responseCode(code)
  if (isErrorCode(known)) return ERROR_CODES[known]
  const { status, exit } = ERROR_CODES.TOOL_EXECUTION_FAILED
  const suggestedAction = 'Read what the skill says about this code.'
  return { meaning: 'The skill failed with a code of its own.', status, exit, recoverable: false, suggestedAction }
}

function entry(
  meaning: string,
  status: number,
  exit: number,
  recoverable: boolean,
  suggestedAction: string,
  wire?: string,
): ErrorCodeEntry {
  return { meaning, status, exit, recoverable, suggestedAction, ...(wire === undefined ? {} : { wire }) }
}
