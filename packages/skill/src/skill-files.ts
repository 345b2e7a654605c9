/** The files of a package in memory: relative path with `/` to bytes. What every pure function of this room works on. */
export type SkillFiles = ReadonlyMap<string, Uint8Array>
