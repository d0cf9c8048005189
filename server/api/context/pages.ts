/** The number of the last page of a list, 1 when it is empty. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit))
}
