/** Days of a month in tariffs. */
export const monthDays = 30

/** The length of a tariff's period in months where it is whole ones, otherwise in days: in one unit on every page. */
export function lengthOf(days: number): { readonly unit: 'months' | 'days'; readonly count: number } {
  const months = days / monthDays
  return Number.isInteger(months) ? { unit: 'months', count: months } : { unit: 'days', count: days }
}
