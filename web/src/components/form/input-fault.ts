/** What was given cannot be used; its message is what the person reads. */
export class InputFault extends Error {}
