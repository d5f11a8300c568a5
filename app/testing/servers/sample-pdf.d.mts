/** PDFs made by hand, as base64. */
/**
 * Pages with a line of text in a font that the file does not bring along, and a red square; and what must stay without
 * effect: a script that runs on opening, and a link over each page.
 * @param {{ texts: string[], link?: string }} options
 */
export declare function samplePdf({ texts, link }: {
    texts: string[];
    link?: string;
}): string;
/** A page whose drawing has ten parts, each of which has ten parts, and so on: done in some thousand years. */
export declare function endlessPdf(): string;
