/** What a blackout is about, for whom it holds, and its usual words. */

/**
 * - `channel`: nothing of the channel plays while it lasts, and what was on the air then does not play later either.
 * - `hours`: what is on the air in these hours, live and in the archive.
 * - `programme`: the same for one programme; it moves with the guide.
 * - `title`: a film or a series while it lasts.
 */
export const blackoutTargets = ['channel', 'hours', 'programme', 'title'] as const
export type BlackoutTarget = (typeof blackoutTargets)[number]

/** Inside and outside the national network. */
export const territories = ['inside', 'outside'] as const
export type Territory = (typeof territories)[number]

/** `phone`: tablets too; `web`: a browser of a computer. A device of another kind is covered by each of them. */
export const blackoutDevices = ['tv', 'phone', 'web'] as const
export type BlackoutDevice = (typeof blackoutDevices)[number]

/** What it holds in. `archive`: start-over and films on demand too. */
export const blackoutHolds = ['live', 'archive', 'download'] as const
export type BlackoutHold = (typeof blackoutHolds)[number]

/** The words for viewers unless others were entered. */
export const blackoutWords = {
  ru: 'По условиям правообладателя это сейчас нельзя показать в вашем регионе или на этом устройстве',
  uz: 'Huquq egasi shartlariga koʻra buni hozir hududingizda yoki shu qurilmada koʻrsatib boʻlmaydi',
} as const
