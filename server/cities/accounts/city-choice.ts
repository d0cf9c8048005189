/** `network`: nobody said it, it is the city of the network where a device was seen last. */
export type CityWay = 'staff' | 'subscriber' | 'billing' | 'network'

export interface AccountCity {
  readonly cityId: number
  readonly way: CityWay
}

export interface CityChoice {
  readonly accountId: number
  /** Null: no city; the network may suggest one again. */
  readonly cityId: number | null
  readonly way: Exclude<CityWay, 'network'>
}
