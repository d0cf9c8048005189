/** English for failures of cities and of an account’s city. */
export const cityFailures = {
  city_not_found: 'The list has no such city any more. Load the page again and choose another one',
  city_in_use:
    'It cannot be deleted: it has {accounts} subscribers, {networks} networks and {cities} cities. Give them another city first',
  city_name_taken: 'The region has “{name}” already. Write another name',
  city_region: 'Choose a region: a city is not in a city, and a region with cities not in another region',
  cities_full: 'The list has {max} already. Delete some',
} as const
