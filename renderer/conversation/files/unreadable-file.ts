/** Its message is a sentence for the user. */
export class UnreadableFile extends Error {}
