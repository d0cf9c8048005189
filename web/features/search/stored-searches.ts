/**
 * Where the recent searches of a profile are stored. A file of its own, so that a logout clears them even if the search was
 * never opened.
 */
import { profileStorage } from '#web/session/profile-storage.ts'

export const savedSearches = profileStorage('recent-searches')
