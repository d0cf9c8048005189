/** The public API of cities: where subscribers are, and the networks of the operator. */
export type { CityWay } from './accounts/city-choice.ts'
export {
  accountsOfCity,
  isInCities,
  putAccountCity,
  readAccountCities,
  setAccountCity,
} from './accounts/account-city.ts'
export { suggestCities } from './accounts/suggest-cities.ts'
export { cityWorkers } from './city-workers.ts'
export {
  type City,
  citiesChangedChannel,
  cityEntity,
  cityStore,
  countAccounts,
  foldCity,
  listCities,
} from './list/city-store.ts'
export { type CityRefused, removeCity, saveCity } from './list/edit-cities.ts'
export { listNetworks, markOf, networkEntity, networkStore } from './networks/network-store.ts'
export { type Networks, openNetworks } from './networks/open-networks.ts'
export { type LineProblem, writeNetworks } from './networks/read-networks.ts'
export { saveNetworks } from './networks/save-networks.ts'
