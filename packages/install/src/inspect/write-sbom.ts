import { extname } from 'node:path'
import type { LockedSkill } from '../lock/lock.ts'
import type { Project } from '../project.ts'
import { HUB } from '../sources/hub-source.ts'
import { readState } from './read-state.ts'

type Library = typeof import('./cyclonedx.ts')

/** What is locked in a project as a software bill of materials, CycloneDX 1.6 in JSON: the same bytes for the same lock. */
export async function writeSbom(project: Project): Promise<string> {
  // The command line takes in what it needs of this room, and leaves this where it is: few ask for it.
  const library: Library = await import(new URL(`./cyclonedx${extname(import.meta.url)}`, import.meta.url).href)
  const { lock } = await readState(project)
  const bom = new library.Bom()
  const root = new library.Component(library.ComponentType.Application, 'skills', { bomRef: 'skills' })
  bom.metadata.component = root
  const components = new Map(lock.skills.map((skill) => [skill.name, componentOf(library, skill)]))
  for (const component of components.values()) bom.components.add(component)
  const link = (from: typeof root | undefined, name: string) => {
    const to = components.get(name)
    if (from !== undefined && to !== undefined) from.dependencies.add(to.bomRef)
  }
  for (const { names } of lock.roots) for (const name of names) link(root, name)
  for (const { name, dependencies } of lock.skills)
    for (const needed of dependencies.keys()) link(components.get(name), needed)
  const serializer = new library.JsonSerializer(new library.JSON.Normalize.Factory(library.Spec1dot6))
  return serializer.serialize(bom, { sortLists: true, space: 2 })
}

function componentOf(library: Library, skill: LockedSkill) {
  const { Component, ComponentType, ExternalReference, ExternalReferenceType, HashAlgorithm, Property } = library
  const { name, id, version, source, digest, archive, revision, license, signedBy, permissions } = skill
  const [scope, bare] = id.startsWith('@') ? id.slice(1).split('/') : [undefined, id]
  const component = new Component(ComponentType.Library, bare ?? id, { version, bomRef: `${name}@${version}` })
  if (scope !== undefined) component.group = scope
  const url = addressOf(skill)
  if (url !== undefined) {
    component.externalReferences.add(new ExternalReference(url, ExternalReferenceType.Distribution))
    component.purl = `pkg:generic/${id.replace(/^@/, '')}@${version}?download_url=${encodeURIComponent(url)}`
  }
  if (archive !== undefined) component.hashes.set(HashAlgorithm['SHA-256'], archive)
  if (license !== undefined) component.licenses.add(licenseOf(library, license))
  const facts = { name, source, digest, revision, 'signed-by': signedBy }
  for (const [key, value] of Object.entries(facts))
    if (value !== undefined) component.properties.add(new Property(`skillwright:${key}`, value))
  for (const [kind, items] of Object.entries(permissions) as [string, readonly string[]][])
    for (const item of items) component.properties.add(new Property(`skillwright:permission:${kind}`, item))
  return component
}

/** Where it can be had; a folder of this machine is no such place. */
function addressOf({ source, id, version }: LockedSkill): string | undefined {
  if (source.startsWith('file:')) return undefined
  if (source.startsWith(HUB)) return `${source.slice(HUB.length)}/v1/skills/${id}/versions/${version}/package`
  return source.replace(/^(?:well-known|clawhub)\+/, '')
}

function licenseOf({ isSupportedSpdxId, LicenseExpression, NamedLicense, SpdxLicense }: Library, text: string) {
  if (isSupportedSpdxId(text)) return new SpdxLicense(text)
  return / (?:OR|AND|WITH) /.test(text) ? new LicenseExpression(text) : new NamedLicense(text)
}
