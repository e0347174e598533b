/** `138****8000`: enough for its owner to know it by. */
export const masked = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`
