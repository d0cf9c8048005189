/** For tests that send requests to a product on a machine shared by many tests. */

const maxTimes = 8

/** Repeats the request while the product responds that it is overloaded (503), after the time in the response. */
export async function requestWhenFree(ask: () => Promise<Response>): Promise<Response> {
  for (let times = 1; ; times += 1) {
    const response = await ask()
    if (response.status !== 503 || times === maxTimes) return response
    await response.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
