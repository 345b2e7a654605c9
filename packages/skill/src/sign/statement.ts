/** An in-toto statement: something is claimed about content known by its digest. */
export interface Statement<Predicate = Readonly<Record<string, unknown>>> {
  readonly _type: 'https://in-toto.io/Statement/v1'
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
  readonly predicateType: string
  readonly predicate: Predicate
}

/** The claim that a package is what its author published. */
export const PACKAGE_PREDICATE = 'https://skillwright.dev/attestations/package/v1'

/** Makes the statement about a package: its name, version and digest. */
export function packageStatement(
  skill: { readonly id: string; readonly version: string | undefined },
  digest: string,
): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: skill.id, digest: { sha256: digest.replace(/^sha256:/, '') } }],
    predicateType: PACKAGE_PREDICATE,
    predicate: { id: skill.id, ...(skill.version === undefined ? {} : { version: skill.version }) },
  }
}
