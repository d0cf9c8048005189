/** Trial days are for a person once per tariff: whose account it is shows a phone or a card, as with promotions. */
import { sql } from 'kysely'
import { personProofs } from './person-proofs.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TrialRight } from './purchase-rules.ts'

/** Which trial days an account may have: none without a phone or a card, and none of a tariff that the person had. */
export async function trialRight(db: Db | DbTransaction, accountId: number): Promise<TrialRight> {
  const proofs = await personProofs(db, accountId)
  const { rows } = await sql<{ tariff_id: number }>`
    select tariff_id from subscription join account using (account_id)
    where (account_id = ${accountId} or merged_into = ${accountId}) and connection_reversed_at is null
    union select tariff_id from trial_proof where proof = any(${[...proofs]}::text[])`.execute(db)
  return { isProven: proofs.length > 0, had: new Set(rows.map((row) => row.tariff_id)) }
}

/** Records that the person of an account has begun the trial days of a tariff; the caller has locked the wallet. */
export async function writeTrialProofs(
  trx: DbTransaction,
  trial: { readonly accountId: number; readonly tariffId: number; readonly subscriptionId: number },
): Promise<void> {
  const proofs = await personProofs(trx, trial.accountId)
  await trx
    .insertInto('trial_proof')
    .values(
      proofs.map((proof) => ({ proof, tariff_id: trial.tariffId, subscription_id: trial.subscriptionId })),
    )
    .execute()
}
