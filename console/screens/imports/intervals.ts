/** How often a list is fetched. */
export const intervals = [
  { name: 'hour', minutes: 60 },
  { name: 'sixHours', minutes: 360 },
  { name: 'day', minutes: 1440 },
  { name: 'week', minutes: 10_080 },
] as const

export type Interval = (typeof intervals)[number]['name']
