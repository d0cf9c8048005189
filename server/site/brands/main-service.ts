/** The service of every host that belongs to no other one. */
export const mainServiceId = 1
