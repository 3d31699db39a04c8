// A tree of variations: playing another turn adds a branch.

/** @typedef {{word: string, text: string, parent: Node|null, children: Node[]}} Node */

export class Tree {
  constructor() {
    /** @type {Node} */
    this.root = { word: "", text: "", parent: null, children: [] };
  }

  /** The child for a turn, created if it is missing. @param {Node} node @param {string} word @param {string} text @returns {Node} */
  add(node, word, text) {
    let child = node.children.find((c) => c.word === word);
    if (!child) {
      child = { word, text, parent: node, children: [] };
      node.children.push(child);
    }
    return child;
  }

  /** Follows turns from the root, adding what is missing. @param {{word: string, text: string}[]} turns */
  follow(turns) {
    let node = this.root;
    for (const turn of turns) node = this.add(node, turn.word, turn.text);
    return node;
  }

  /** Words from the root to a node. @param {Node} node @returns {string[]} */
  static words(node) {
    const words = [];
    for (let at = node; at.parent; at = at.parent) words.unshift(at.word);
    return words;
  }

  /** The last node of the main line from here. @param {Node} node */
  static end(node) {
    let at = node;
    while (at.children.length) at = at.children[0];
    return at;
  }

  /** @returns {any} */
  toJSON() {
    /** @type {(node: Node) => any[]} */
    const plain = (node) => [node.word, node.text, ...node.children.map(plain)];
    return plain(this.root);
  }

  /** @param {any} data */
  static from(data) {
    const tree = new Tree();
    const grow = (/** @type {Node} */ node, /** @type {any[]} */ list) => {
      for (const [word, text, ...children] of list) grow(tree.add(node, String(word), String(text)), children);
    };
    if (Array.isArray(data)) grow(tree.root, data.slice(2));
    return tree;
  }
}
