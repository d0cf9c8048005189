import { type RateDecision, createRateLimit } from '#server/platform/http/client/rate-limit.ts'
import { createNetworkLimit } from '#server/platform/http/client/networks.ts'

/** How often a network may ask for a code, and an account and a network may try one. */
export interface TvLoginLimits {
  /** One more television of this address's network. */
  begin(clientAddress: string): Promise<RateDecision>
  /** One more code tried by this account from this address's network. */
  guess(accountId: number, clientAddress: string): Promise<RateDecision>
}

interface Counts {
  readonly begins: number
  readonly guessesOfAccount: number
  readonly guessesOfNetwork: number
  readonly perSec: number
}

/**
 * Whole districts share one address, and a television left at its code asks for a new one every ten minutes. A person
 * looks at a code and decides: a few tries. At twenty in ten minutes the hundred million codes are safe from anybody.
 */
const defaultValue: Counts = { begins: 120, guessesOfAccount: 20, guessesOfNetwork: 300, perSec: 600 }

export function createLimits(counts: Partial<Counts> = {}): TvLoginLimits {
  const { perSec, ...max } = { ...defaultValue, ...counts }
  const begins = createNetworkLimit({ name: 'tv-login-begin', attempts: max.begins, perSec })
  const ofAccount = createRateLimit({ name: 'tv-login-account', attempts: max.guessesOfAccount, perSec })
  const ofNetwork = createNetworkLimit({ name: 'tv-login-network', attempts: max.guessesOfNetwork, perSec })
  return {
    begin: (clientAddress) => begins.spend(clientAddress),
    guess: async (accountId, clientAddress) => {
      const account = await ofAccount.spend(String(accountId))
      return account.kind === 'refused' ? account : ofNetwork.spend(clientAddress)
    },
  }
}
