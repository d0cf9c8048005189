/** Which of an account's names another account has, when that is what the database complains of. */
export function takenKey(error: unknown): 'phone' | 'abonement' | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  if (constraint === 'account_phone_key') return 'phone'
  return constraint === 'account_abonement_key' ? 'abonement' : undefined
}
