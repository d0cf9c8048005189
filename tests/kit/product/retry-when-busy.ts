/** For tests that ask a product on a machine that many tests share. */

const maxTimes = 8

/** Asks again while the product says that it does too much at once (503), as that answer says. */
export async function requestWhenFree(ask: () => Promise<Response>): Promise<Response> {
  for (let times = 1; ; times += 1) {
    const response = await ask()
    if (response.status !== 503 || times === maxTimes) return response
    await response.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
