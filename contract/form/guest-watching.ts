/** Who may watch free titles and open channels without an account: everybody, clients inside the national network, nobody. */
export const guestWatchings = ['all', 'inside', 'none'] as const
export type GuestWatching = (typeof guestWatchings)[number]
