// Code that is wider than its place can be scrolled with the keyboard.
function markScrolling() {
  for (const block of document.querySelectorAll("pre, div.math, .table-wrapper")) {
    if (block.scrollWidth > block.clientWidth) {
      block.tabIndex = 0;
    } else {
      block.removeAttribute("tabindex");
    }
  }
}
addEventListener("load", markScrolling);
addEventListener("resize", markScrolling);
