/** Does something again and again, a time apart, until it is stopped. What fails is reported, and tried again the next time. */
export function repeat(
  work: () => Promise<unknown>,
  { everyMs, onError }: { readonly everyMs: number; readonly onError: (error: unknown) => void },
): AsyncDisposable {
  let isStopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      onError(error)
    }
    if (!isStopped) plan()
  }
  const plan = () => {
    timer = setTimeout(() => {
      running = round()
    }, everyMs)
    // What a process only does now and then does not keep it from ending.
    timer.unref()
  }
  plan()
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
