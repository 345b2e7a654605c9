// What is used of the library: `scripts/bundle-sbom.ts` puts it here when the room is published, since all of it weighs fifty times as much.
export { ComponentType, ExternalReferenceType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums'
export {
  Bom,
  Component,
  ExternalReference,
  LicenseExpression,
  NamedLicense,
  Property,
  SpdxLicense,
} from '@cyclonedx/cyclonedx-library/Models'
export { JSON, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
export { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX'
export { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'
