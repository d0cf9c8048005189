/** Logins, four in parallel: time per login against the time of the argon2id hash alone, computed four in parallel. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { demoAccounts } from '#db/demo/accounts.ts'
import type { Product } from '#tests/kit/product/product.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const atOnce = 4
const times = 60
const rounds = 5
/** 85 logins in the time of a hundred hashes. */
const target = 1 / 0.85

/** The product must trust 127.0.0.1 as a proxy: one address may not log in as often as this. */
export async function login(product: Product): Promise<BenchResult> {
  const ours: number[] = []
  const baseline: number[] = []
  await millisecondsPerLogin(product.url, 'warm')
  for (let round = 0; round < rounds; round++) {
    baseline.push(await millisecondsPerHash())
    ours.push(await millisecondsPerLogin(product.url, String(round)))
  }
  return {
    name: `login, ${atOnce} at once, time per login`,
    // Other programs on the machine only ever add time.
    ours: Math.min(...ours),
    baseline: Math.min(...baseline),
    unit: 'ms',
    target,
  }
}

async function millisecondsPerLogin(url: string, round: string): Promise<number> {
  const accounts = demoAccounts()
  let started = 0
  const worker = async (number: number) => {
    const account = accounts[number % accounts.length]
    while (started++ < times) {
      const response = await fetch(`${url}/middleware/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}`,
        },
        body: JSON.stringify({
          abonement: account?.abonement,
          password: account?.password,
          device_uid: `bench ${number}`,
          device_model: round,
        }),
      })
      const { error } = (await response.json()) as { error: number }
      if (error !== 0) throw new Error(`the login responded with ${response.status}, error ${error}`)
    }
  }
  const beganMs = performance.now()
  await Promise.all(Array.from({ length: atOnce }, (_, number) => worker(number)))
  return (performance.now() - beganMs) / times
}

/** In a separate process, with the parameters of the stored hashes (`$argon2id$v=19$m=19456,t=2,p=1$`). */
async function millisecondsPerHash(): Promise<number> {
  const code = `
    import { hash, verify } from '@node-rs/argon2'
    const secret = Buffer.alloc(32, 7)
    const stored = await hash('right password', { memoryCost: 19456, timeCost: 2, parallelism: 1, secret })
    let begun = 0
    const worker = async () => { while (begun++ < ${times}) await verify(stored, 'right password', { secret }) }
    const beganMs = performance.now()
    await Promise.all(Array.from({ length: ${atOnce} }, worker))
    console.log((performance.now() - beganMs) / ${times})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(line.toString())
}
