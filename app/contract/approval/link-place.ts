/** The area of the question that the page asks by itself before it has an address opened. Free of zod, for the page. */
export const linkPlace = (url: string): string => `link:${url}`
