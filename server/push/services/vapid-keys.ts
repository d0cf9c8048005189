/** The key pair with which this installation signs messages to browsers: made once, its private part sealed. */
import webPush from 'web-push'
import { createSeal } from '#server/platform/installation/seal.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

export interface VapidDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'passwordPepper'>
  readonly random: RandomBytes
}

export interface VapidKeys {
  /** base64url. Browsers subscribe with it. */
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Reads the pair, or makes it; of several processes that make one at once the first is used by all. One that cannot be
 * opened, because the installation's secrets were lost, is replaced: browsers subscribe again with the new one.
 */
export async function loadVapidKeys({ db, clock, secrets, random }: VapidDeps): Promise<VapidKeys> {
  const seal = createSeal(secrets.passwordPepper, 'web push key', random)
  const read = () => db.selectFrom('web_push_key').selectAll().executeTakeFirst()
  const stored = await read()
  if (stored !== undefined) {
    const privateKey = opened(seal, stored.private_sealed)
    if (privateKey !== undefined) return { publicKey: stored.public_key, privateKey }
    await db.deleteFrom('web_push_key').where('public_key', '=', stored.public_key).execute()
  }
  const made = webPush.generateVAPIDKeys()
  await db
    .insertInto('web_push_key')
    .values({
      public_key: made.publicKey,
      private_sealed: seal.close(made.privateKey),
      created_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const used = await read()
  if (used === undefined) throw new Error('the key of Web Push was removed while it was made')
  return { publicKey: used.public_key, privateKey: seal.open(used.private_sealed) }
}

function opened(seal: ReturnType<typeof createSeal>, sealed: string): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}
