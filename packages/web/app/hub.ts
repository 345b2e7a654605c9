import { createHubClient } from '@skillwright/hub-api'

/** The hub that these pages come from. The browser adds the cookie of a signed-in user, which scripts cannot read. */
export const hub = createHubClient({ url: location.origin, isOwnPage: true })
