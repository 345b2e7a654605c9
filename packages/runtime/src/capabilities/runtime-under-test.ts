import { createRuntime, type Runtime, type RuntimeOptions } from '../create-runtime.ts'

/** A runtime with nothing of the user's in it; uncontained unless told, so that it runs on every machine. */
export function runtimeUnderTest(options: RuntimeOptions = {}): Promise<Runtime> {
  return createRuntime({ contain: false, cacheDir: '/nowhere', ...options })
}
